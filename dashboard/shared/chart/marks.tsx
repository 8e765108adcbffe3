/** The style of a series: no two series differ by their colour alone. */
export interface SeriesStyle {
  colour: string
  /** The pattern of the dashes of its line. */
  dash: string | undefined
  /** The path of its mark, around the origin. */
  mark: string
}

const SERIES_STYLES: readonly SeriesStyle[] = [
  { colour: 'text-accent', dash: undefined, mark: 'M-3,0A3,3 0 1,0 3,0A3,3 0 1,0 -3,0' },
  { colour: 'text-good', dash: '7 3', mark: 'M-3,-3H3V3H-3Z' },
  { colour: 'text-warn', dash: '2 3', mark: 'M0,-4L4,3H-4Z' },
  { colour: 'text-bad', dash: '9 3 2 3', mark: 'M0,-4L4,0L0,4L-4,0Z' },
  { colour: 'text-muted', dash: '4 2', mark: 'M-4,-3H4L0,4Z' },
]

/** The style of the series at an index. */
export const seriesStyle = (index: number): SeriesStyle => SERIES_STYLES[index % SERIES_STYLES.length]!

/** The sign of a series beside its name: a piece of its line with its mark, or of its bar. */
export function SeriesSign({ index, kind }: { index: number; kind: 'line' | 'bar' }) {
  const { colour, dash, mark } = seriesStyle(index)
  return (
    <svg aria-hidden width={28} height={12} className={colour}>
      {kind === 'line' ? (
        <>
          <path d="M0,6H28" stroke="currentColor" strokeWidth={2} strokeDasharray={dash} />
          <path d={mark} transform="translate(14 6)" fill="currentColor" />
        </>
      ) : (
        <BarShape x={4} y={0} width={20} height={12} index={index} />
      )}
    </svg>
  )
}

/** A bar of a series; stripes tell the second from the first one, and so on. */
export function BarShape(place: { x: number; y: number; width: number; height: number; index: number }) {
  const { x, y, width, height, index } = place
  const stripe = index === 0 ? 0 : 3 + index
  const stripes = stripe === 0 ? [] : Array.from({ length: Math.floor(height / stripe) }, (_, at) => (at + 1) * stripe)
  return (
    <g className={seriesStyle(index).colour}>
      <rect x={x} y={y} width={width} height={height} fill="currentColor" />
      {stripes.map((down) => (
        <path
          key={down}
          d={`M${x},${y + height - down}h${width}`}
          strokeWidth={1.5}
          className="stroke-surface"
          shapeRendering="crispEdges"
        />
      ))}
    </g>
  )
}
