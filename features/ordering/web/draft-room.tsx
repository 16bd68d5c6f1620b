/** The room of the latest drafts while they are on their way, so that nothing moves when they have come. */
export const DraftRoom = ({ count }: { count: number }) => (
  <ul className="to-do__drafts links">
    {[1, 2, 3, 4].slice(0, count).map(line => (
      <li key={line} />
    ))}
  </ul>
)
