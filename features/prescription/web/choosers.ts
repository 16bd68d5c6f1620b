export { ShadeChooser } from './shade-chooser.tsx'
export { ToothChooser } from './tooth-chooser.tsx'
