import './skeleton.css'

type SkeletonProps = {
  /** How much of the line the text will take. */
  width?: 'short' | 'medium' | 'long' | 'full' | undefined
  /** A line of text, a title, a pill, a figure, or a block of 120 px. */
  shape?: 'text' | 'title' | 'pill' | 'block' | undefined
}

/** A placeholder for content, as high as the content itself. */
export function Skeleton({ width = 'full', shape = 'text' }: SkeletonProps) {
  return <span className={`skeleton skeleton--${shape} skeleton--${width}`} aria-hidden="true" />
}

/** For a part of a screen that comes later (kit/web/later.tsx). */
export const BlockSkeleton = () => <Skeleton shape="block" />
