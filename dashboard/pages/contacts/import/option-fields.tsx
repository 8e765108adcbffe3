import { t } from '../../../messages/index.js'
import { StaticSegmentField } from '../../../shared/static-segment-field.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Panel } from '../../../ui/panel.js'
import type { ImportOptions } from './import-draft.js'

/** The options of an import that its rows do not decide. */
export function OptionFields({
  options,
  onChange,
}: {
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}) {
  return (
    <Panel title={t.imports.options} isPadded>
      <div className="flex flex-col gap-3">
        <p>{t.imports.existing}</p>
        <Checkbox
          label={t.imports.subscribeNew}
          hint={t.imports.subscribeNewHint}
          checked={options.subscribed}
          onChange={(event) => onChange({ ...options, subscribed: event.target.checked })}
        />
        <Checkbox
          label={t.imports.resubscribe}
          hint={t.imports.resubscribeHint}
          checked={options.resubscribe}
          onChange={(event) => onChange({ ...options, resubscribe: event.target.checked })}
        />
        <div className="max-w-sm">
          <StaticSegmentField
            label={t.imports.segment}
            value={options.segmentId}
            onChange={(segmentId) => onChange({ ...options, segmentId })}
          />
        </div>
      </div>
    </Panel>
  )
}
