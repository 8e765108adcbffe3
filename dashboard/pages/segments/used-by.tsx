import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { UseList } from '../../shared/use-list.js'

type Usage = Answer<'GET /segments/:id/usage'>

const KINDS = ['campaigns', 'segments', 'workflows'] as const

/** The number of uses of a segment, in a few words. */
export function usageText(usage: Usage): string {
  const texts = KINDS.filter((kind) => usage[kind].length > 0).map((kind) =>
    t.segments.usesOf[kind](usage[kind].length),
  )
  return texts.length > 0 ? texts.join(', ') : t.segments.unused
}

/** Whether anything needs a segment. */
export function isUsed(usage: Usage): boolean {
  return KINDS.some((kind) => usage[kind].length > 0)
}

/** The uses of a segment, as links. */
export function UsedBy({ usage }: { usage: Usage }) {
  return <UseList kinds={KINDS.map((kind) => ({ kind, heading: t.segments.uses[kind], uses: usage[kind] }))} />
}
