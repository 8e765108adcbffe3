import { formatNumber, formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Panel } from '../../../ui/panel.js'
import { ProgressBar } from '../../../ui/progress-bar.js'
import { Stat } from '../../../ui/stat.js'
import type { AddressCounts as Counts } from './use-address-counts.js'

/** The invalid and double addresses of the file, which this browser counts before anything is sent. */
export function AddressCounts({ counts }: { counts: Counts }) {
  return (
    <Panel title={t.imports.addresses} isPadded>
      <Known counts={counts} />
    </Panel>
  )
}

function Known({ counts }: { counts: Counts }) {
  if (counts.step === 'unknown') return <p className="text-muted">{t.imports.notCounted}</p>
  if (counts.step === 'counting') {
    const note = formatRate(Math.floor(counts.share * 100))
    return <ProgressBar label={t.imports.countingAddresses} value={counts.share} total={1} note={note} />
  }
  const { invalid, double } = counts
  return (
    <div role="status" className="grid gap-3 wide:grid-cols-3">
      <Stat label={t.imports.counts.invalid} value={formatNumber(invalid)} note={t.imports.notes.invalid} />
      <Stat
        label={t.imports.counts.double}
        value={double === null ? t.common.unknown : formatNumber(double)}
        note={double === null ? t.imports.notes.tooMany : t.imports.notes.double}
      />
    </div>
  )
}
