import './letter.css'

/** The key of a button, for eyes: what it does, the button's name says. */
export const Letter = ({ children }: { children: string }) => (
  <span className="letter" aria-hidden="true">
    {children.toUpperCase()}
  </span>
)
