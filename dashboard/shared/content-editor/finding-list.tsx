import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { StatusBadge } from '../../ui/badge.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { Panel } from '../../ui/panel.js'
import { languageName } from '../language-name.js'
import type { Fix } from './fixes.js'
import type { Place } from './line-index.js'
import type { ListedFinding } from './listed-finding.js'

interface FindingListProps {
  findings: readonly ListedFinding[]
  /** Whether a preview has come: before that nothing is known. */
  isKnown: boolean
  /**
   * The source has changed since: the places of the findings are uncertain, so no fix is offered until the next
   * preview.
   */
  isStale: boolean
  onGoTo: (place: Place) => void
  /** Shows a block of the design. */
  onGoToBlock: (blockId: string) => void
  onFix?: ((fix: Fix) => void) | undefined
}

const VARIANTS = {
  error: { tone: 'bad', icon: CircleAlert },
  warning: { tone: 'warn', icon: TriangleAlert },
  info: { tone: 'info', icon: Info },
} as const

/** The findings of a message, the gravest first, each with links to its place and its fix. */
export function FindingList({ findings, isKnown, isStale, onGoTo, onGoToBlock, onFix }: FindingListProps) {
  if (!isKnown) return null
  return (
    <Panel title={titleOf(findings)} isPadded={findings.length === 0}>
      {findings.length === 0 && <p className="text-muted">{t.content.noFindings}</p>}
      <ul className="divide-y divide-line">
        {findings.map((one, index) => (
          <Row key={`${index} ${one.finding.code}`} {...{ one, isStale, onGoTo, onGoToBlock, onFix }} />
        ))}
      </ul>
    </Panel>
  )
}

/** The number of problems; remarks are none. */
function titleOf(findings: readonly ListedFinding[]): string {
  const problems = findings.filter(({ finding }) => finding.severity !== 'info').length
  if (problems > 0) return t.content.findingsCount(problems, formatNumber(problems))
  return findings.length > 0 ? t.content.remarks : t.content.findings
}

type RowProps = Pick<FindingListProps, 'isStale' | 'onGoTo' | 'onGoToBlock' | 'onFix'> & { one: ListedFinding }

function Row({ one, isStale, onGoTo, onGoToBlock, onFix }: RowProps) {
  const projectId = useProjectId()
  const { finding, place, blockId, fix, elsewhere } = one
  const { severity, code, message, suggestion, element } = finding
  const fixLabel = t.content.fixes[code]
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2">
      <span className="w-24 shrink-0">
        <StatusBadge {...VARIANTS[severity]} label={t.content.severities[severity]} />
      </span>
      <div className="min-w-0 flex-1 basis-56 break-words">
        <p>
          {message}
          {elsewhere && ` (${languageText(elsewhere.language)})`}
        </p>
        {suggestion && <p className="text-small text-muted">{suggestion}</p>}
        {element && <code className="block truncate font-mono text-small text-muted">{element}</code>}
      </div>
      <div className="flex flex-wrap gap-2">
        {place && <Button onClick={() => onGoTo(place)}>{t.content.show}</Button>}
        {blockId !== null && <Button onClick={() => onGoToBlock(blockId)}>{t.content.blockProblem}</Button>}
        {fix && fixLabel && onFix && (
          // It keeps the focus while it waits, which a disabled button would lose.
          <Button
            aria-disabled={isStale}
            className="aria-disabled:cursor-default aria-disabled:opacity-60"
            onClick={() => isStale || onFix(fix)}
          >
            {fixLabel}
          </Button>
        )}
        {code === 'domain_not_verified' && (
          <TextLink to="/p/$projectId/domains" params={{ projectId }}>
            {t.content.toDomains}
          </TextLink>
        )}
      </div>
    </li>
  )
}

function languageText(language: string | null): string {
  return language === null ? t.content.inMain : t.content.inLanguage(languageName(language))
}
