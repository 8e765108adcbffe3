import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Moment } from '../../shared/moment.js'
import { answerText, type DomainRecord } from './answer-text.js'

interface RecordAnswerProps {
  record: DomainRecord
  /** The name of the zone of DNS that the record belongs to. */
  zone: string | undefined
}

/** The answer of DNS for a missing record, and how to fix it. */
export function RecordAnswer({ record, zone }: RecordAnswerProps) {
  const { answer } = record
  if (!answer) return null
  const { values, count, checkedAt } = answer
  const { text, advice } = answerText(record, answer, zone)
  return (
    <div className="mt-2 border-l-2 border-warn pl-3 text-small">
      <p className="break-words">{text}</p>
      {values.length > 0 && (
        <ul aria-label={t.domains.seenValues(`${record.type} ${record.name}`)} className="mt-1 flex flex-col gap-1">
          {/* Two values may be the same, and the list never changes by parts. */}
          {values.map((value, index) => (
            <li key={index}>
              <bdi className="font-mono text-mono break-all whitespace-pre-wrap">{value || t.domains.emptyValue}</bdi>
            </li>
          ))}
          {count > values.length && (
            <li className="text-small text-muted">{t.domains.moreValues(formatNumber(count - values.length))}</li>
          )}
        </ul>
      )}
      <p className="mt-1 text-small text-muted">
        {advice !== null && `${advice} `}
        {t.domains.seenAt} <Moment at={checkedAt} />
      </p>
    </div>
  )
}
