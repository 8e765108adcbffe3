import { useState } from 'react'
import { t } from '../../messages/index.js'
import { CompareTexts } from '../../shared/code-editor/compare-texts.js'
import { StaleDialog } from '../../shared/stale-dialog.js'
import { differences, withText, type Difference } from './differences.js'
import { valueOf, type Template } from './template-value.js'
import type { TemplateEditing } from './use-template-editor.js'

/**
 * Shows the versions of two editors of a template and asks which to keep. The user's own version can be edited here.
 */
export function StaleTemplate({ editing, theirs }: { editing: TemplateEditing; theirs: Template }) {
  const { edited, keepMine, takeTheirs, decideLater } = editing
  // The differences are computed once: a difference that the user removes stays in sight.
  const [found] = useState(() => differences(edited.value, valueOf(theirs)))
  return (
    <StaleDialog
      isOpen
      onClose={decideLater}
      onKeepMine={() => void keepMine().catch(() => undefined)}
      onTakeTheirs={takeTheirs}
    >
      <h3 className="mb-2 font-semibold">{t.templates.differs}</h3>
      <ul className="flex flex-col gap-4">
        {found.map((difference) => (
          <li key={difference.path}>
            <h4 className="mb-1 font-medium">{difference.label}</h4>
            {difference.isLong ? (
              <CompareTexts
                mine={difference.mine}
                theirs={difference.theirs}
                mineLabel={t.templates.mine}
                theirsLabel={t.templates.theirs}
                onChange={(text) => edited.change((now) => withText(now, difference, text))}
              />
            ) : (
              <Short difference={difference} />
            )}
          </li>
        ))}
      </ul>
      {found.some(({ isLong }) => isLong) && <p className="mt-3 text-muted">{t.templates.combine}</p>}
    </StaleDialog>
  )
}

function Short({ difference: { mine, theirs } }: { difference: Difference }) {
  return (
    <dl className="grid grid-cols-2 gap-2">
      {[
        [t.templates.mine, mine],
        [t.templates.theirs, theirs],
      ].map(([name, text]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-muted">{name}</dt>
          <dd className="break-words whitespace-pre-wrap">{text || t.common.none}</dd>
        </div>
      ))}
    </dl>
  )
}
