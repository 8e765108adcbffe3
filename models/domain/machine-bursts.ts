/** A click on a link of an email, by a request that does not say itself that a machine sends it. */
export interface RecentClick {
  at: Date
  /** A digest of the link. */
  link: string
  /** A digest of the user agent. */
  agent: string
  /** Whether the request was a HEAD, which no person sends. */
  isProbe: boolean
}

/** A click, or the load of a pixel, whose link is null. */
export type JudgedHit = Omit<RecentClick, 'link'> & { link: string | null }

/** The time within which requests belong together. */
export const BURST_MS = 2_000
// A person follows one link, and perhaps a second one by mistake. A scanner follows them all.
const LINKS_OF_A_BURST = 3

/**
 * Whether a machine that names itself as a browser has sent a hit, by how it asked: three different links of one email
 * within two seconds are a machine's, and so is a click within two seconds of a HEAD for the same link by the same user
 * agent. The load of a pixel is a machine's within two seconds of such a click by the same user agent. `clicks` are
 * those of the email, in any order, with or without the hit itself.
 */
export function isOfMachine(hit: JudgedHit, clicks: readonly RecentClick[]): boolean {
  const { link } = hit
  if (link !== null) return isClickOfMachine({ ...hit, link }, clicks)
  return clicks.some((click) => click.agent === hit.agent && isNear(click, hit) && isClickOfMachine(click, clicks))
}

function isClickOfMachine(click: RecentClick, clicks: readonly RecentClick[]): boolean {
  const isProbed = ({ isProbe, link, agent }: RecentClick): boolean =>
    isProbe && link === click.link && agent === click.agent
  const near = [click, ...clicks.filter((other) => isNear(other, click))]
  if (click.isProbe || near.some(isProbed)) return true
  return near.some((first) => {
    const from = first.at.getTime()
    if (from > click.at.getTime()) return false
    const links = near.filter(({ at }) => at.getTime() >= from && at.getTime() <= from + BURST_MS)
    return new Set(links.map(({ link }) => link)).size >= LINKS_OF_A_BURST
  })
}

function isNear(one: { at: Date }, other: { at: Date }): boolean {
  return Math.abs(one.at.getTime() - other.at.getTime()) <= BURST_MS
}
