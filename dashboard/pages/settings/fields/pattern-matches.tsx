import { t } from '../../../messages/index.js'
import { shownField } from './field-table.js'

/** The fields that a pattern names: those that would go, and those that stay because something uses them. */
export function PatternMatches({ fields, used }: { fields: readonly string[]; used: readonly string[] }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>{fields.length === 0 ? t.settings.noMatches : t.settings.matches}</p>
      {fields.length > 0 && <Names names={fields} />}
      {used.length > 0 && (
        <>
          <p className="text-muted">{t.settings.usedStay}</p>
          <Names names={used} />
        </>
      )}
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className="max-h-40 overflow-y-auto rounded-control border border-line px-3 py-2 font-mono text-mono">
      {names.map((name) => (
        <li key={name} className="break-all">
          {shownField(name)}
        </li>
      ))}
    </ul>
  )
}
