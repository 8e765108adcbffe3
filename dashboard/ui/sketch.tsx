import type { ReactNode } from 'react'

/** A drawing of what a list will contain. */
export type SketchName = 'people' | 'groups' | 'message' | 'graph' | 'timeline' | 'records'

const ACCENT = 'fill-surface stroke-accent'
const CARD = <rect x="30.5" y="8.5" width="139" height="88" rx="8" className="fill-canvas" />
const ROWS = [20, 44, 68]

const DRAWINGS: Record<SketchName, ReactNode> = {
  people: (
    <>
      {CARD}
      {ROWS.map((y, row) => (
        <g key={y}>
          <circle cx="50" cy={y + 8} r="7" className={row === 0 ? ACCENT : 'fill-surface'} />
          <path d={`M66 ${y + 5}h${[52, 40, 46][row]}M66 ${y + 12}h${[30, 24, 34][row]}`} />
          <rect x="138.5" y={y + 2.5} width="19" height="11" rx="5.5" className="fill-surface" />
        </g>
      ))}
    </>
  ),
  groups: (
    <>
      <circle cx="78" cy="44" r="32" className="fill-canvas" />
      <circle cx="122" cy="44" r="32" className="fill-canvas" />
      <path d="M100 20.8a32 32 0 0 1 0 46.4 32 32 0 0 1 0-46.4z" className={ACCENT} />
      <path d="M60 40h14M60 48h10M126 40h14M126 48h10M76 94h48" />
    </>
  ),
  message: (
    <>
      <rect x="54.5" y="4.5" width="91" height="96" rx="8" className="fill-canvas" />
      <path d="M66 16h28M66 24h18" />
      <rect x="66.5" y="33.5" width="67" height="24" rx="4" className="fill-surface" />
      <path d="m72 54 12-11 9 8 8-6 12 9" />
      <path d="M66 67h67M66 75h54" />
      <rect x="66.5" y="83.5" width="32" height="10" rx="5" className={ACCENT} />
    </>
  ),
  graph: (
    <>
      <path d="M100 24v14M100 56v8M100 64H64v10M100 64h36v10" />
      <rect x="72.5" y="6.5" width="55" height="18" rx="6" className={ACCENT} />
      <rect x="72.5" y="38.5" width="55" height="18" rx="6" className="fill-canvas" />
      <rect x="36.5" y="74.5" width="55" height="18" rx="6" className="fill-canvas" />
      <rect x="108.5" y="74.5" width="55" height="18" rx="6" className="fill-canvas" />
      <path d="M82 15.500h24M82 47.500h30M46 83.500h26M118 83.500h32" />
    </>
  ),
  timeline: (
    <>
      <path d="M56 18v68" />
      {ROWS.map((y, row) => (
        <g key={y}>
          <circle cx="56" cy={y + 8} r="5" className={row === 0 ? ACCENT : 'fill-surface'} />
          <path d={`M74 ${y + 5}h${[62, 48, 56][row]}M74 ${y + 12}h${[34, 42, 26][row]}`} />
        </g>
      ))}
    </>
  ),
  records: (
    <>
      {CARD}
      <path d="M30 32h139M30 54h139M30 76h139" />
      {[20, 43, 65, 86].map((y, row) => (
        <g key={y}>
          <path d={`M44 ${y}h${[18, 22, 16, 22][row]}M78 ${y}h${[44, 52, 36, 48][row]}`} />
          <path d={`m146 ${y} 3 3 6-6`} className={row < 2 ? 'stroke-accent' : undefined} />
        </g>
      ))}
    </>
  ),
}

/** The names of all drawings. */
export const SKETCHES = Object.keys(DRAWINGS) as SketchName[]

/** Draws what a list will contain, in lines. */
export function Sketch({ name }: { name: SketchName }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 200 104"
      width={200}
      height={104}
      strokeWidth={1.5}
      strokeLinecap="round"
      className="mb-2 fill-none stroke-edge"
    >
      {DRAWINGS[name]}
    </svg>
  )
}
