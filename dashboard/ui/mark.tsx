/** The mark of the product, a post horn in the form of a P, on its tile. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
      <rect width="32" height="32" rx="7.5" className="fill-accent" />
      <path d="M27 7.25h-8.5a6 6 0 1 0 6 6 6 6 0 0 0-6-6" fill="none" strokeWidth="3.5" className="stroke-on-accent" />
      <path d="M10.75 13h3.5c0 5.5 1.5 9.5 5.25 13.5H6c3.25-4 4.75-8 4.75-13.5z" className="fill-on-accent" />
    </svg>
  )
}
