/** Ready to be called. One that the pages of failures have, too, comes with them. */
export const PhoneNumber = ({ number }: { number: string }) => (
  <a className="link link--alone num" href={`tel:${number.replace(/[^+\d]/g, '')}`}>
    {number}
  </a>
)
