import { CircleCheck, CircleDashed, CircleQuestionMark, CircleX } from 'lucide-react'
import { t } from '../../messages/index.js'
import { StatusBadge } from '../../ui/badge.js'
import { CopyField } from '../../ui/copy-field.js'
import { join } from '../../ui/join.js'
import { Panel } from '../../ui/panel.js'
import type { DomainRecord } from './answer-text.js'
import { RecordAnswer } from './record-answer.js'
import { nameIn } from './record-names.js'

interface RecordListProps {
  title: string
  text: string
  records: readonly DomainRecord[]
  /** The zone that the host appends to names. */
  zone: string | undefined
  /** The name of the zone that the records belong to, where it is known. */
  knownZone: string | undefined
  /** Whether the records have been checked. */
  isChecked: boolean
}

/** DNS records to be added, each with its state; every part of them is copied alone. */
export function RecordList({ title, text, records, ...shown }: RecordListProps) {
  if (records.length === 0) return null
  return (
    <Panel title={title}>
      <p className="px-4 pt-3 text-muted">{text}</p>
      <ul aria-label={title} className="divide-y divide-line">
        {records.map((record, index) => (
          <li key={`${record.type} ${record.name} ${record.value}`} className="px-4 py-2">
            <Record record={record} isFirst={index === 0} {...shown} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface RecordProps extends Pick<RecordListProps, 'zone' | 'knownZone' | 'isChecked'> {
  record: DomainRecord
  /** The labels of its parts also stand for the records below it, where there is room for columns. */
  isFirst: boolean
}

function Record({ record, isFirst, zone, knownZone, isChecked }: RecordProps) {
  const { type, name, value, priority, purpose } = record
  const what = `${type} ${name}`
  return (
    <div
      className={join(
        'grid grid-cols-[minmax(0,1fr)] gap-2 wide:grid-cols-[14rem_6rem_minmax(0,2fr)_minmax(0,3fr)]',
        !isFirst && 'wide:[&_[data-label]]:sr-only',
      )}
    >
      <div className="pr-2">
        <h3 className="font-medium">{t.domains.purposes[purpose]}</h3>
        <RecordState record={record} isChecked={isChecked} />
        {noteOf(purpose) && <p className="text-small text-muted">{noteOf(purpose)}</p>}
        <RecordAnswer record={record} zone={knownZone} />
      </div>
      <Part label={t.domains.type} value={type} copy={t.domains.copyType(what)} />
      <Part label={t.domains.name} value={nameIn(zone, name, t.domains.atZone)} copy={t.domains.copyName(what)} />
      <Part label={t.domains.value} value={value} copy={t.domains.copyValue(what)} />
      {priority !== undefined && (
        <Part label={t.domains.priority} value={String(priority)} copy={t.domains.copyPriority(what)} />
      )}
    </div>
  )
}

function RecordState({ record: { verified, answer }, isChecked }: Pick<RecordProps, 'record' | 'isChecked'>) {
  if (verified) return <StatusBadge tone="good" icon={CircleCheck} label={t.domains.recordFound} />
  if (answer?.kind === 'NO_ANSWER') {
    return <StatusBadge tone="muted" icon={CircleQuestionMark} label={t.domains.recordUnanswered} />
  }
  if (isChecked) return <StatusBadge tone="warn" icon={CircleX} label={t.domains.recordMissing} />
  return <StatusBadge tone="muted" icon={CircleDashed} label={t.domains.recordWaiting} />
}

function Part({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div className="min-w-0">
      <div data-label className="text-small text-muted">
        {label}
      </div>
      <CopyField value={value} label={copy} />
    </div>
  )
}

function noteOf(purpose: DomainRecord['purpose']): string | undefined {
  return { DMARC: t.domains.dmarcNote, SPF: t.domains.spfNote, OWNERSHIP: '', DKIM: '', MAIL_FROM: '' }[purpose]
}
