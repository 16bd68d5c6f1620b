import './letter.css'

/** A button's key, hidden from screen readers: the button's name says what it does. */
export const Letter = ({ children }: { children: string }) => (
  <span className="letter" aria-hidden="true">
    {children.toUpperCase()}
  </span>
)
