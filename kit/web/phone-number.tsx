/** A phone number as a link. In the chunk of the error pages, which use it too. */
export const PhoneNumber = ({ number }: { number: string }) => (
  <a className="link link--alone num" href={`tel:${number.replace(/[^+\d]/g, '')}`}>
    {number}
  </a>
)
