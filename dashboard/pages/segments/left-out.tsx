import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Banner } from '../../ui/banner.js'

const SHOWN = 20

/** The words with an `@` that are no address, so that nobody misses them later. */
export function LeftOut({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  const rest = words.length - SHOWN
  return (
    <Banner kind="warn" title={t.segments.leftOutTitle(words.length, formatNumber(words.length))}>
      <p>{t.segments.leftOutText}</p>
      <ul className="mt-2 break-all">
        {words.slice(0, SHOWN).map((word) => (
          <li key={word}>{word}</li>
        ))}
        {rest > 0 && <li className="text-muted">{t.segments.moreUnknown(formatNumber(rest))}</li>}
      </ul>
    </Banner>
  )
}
