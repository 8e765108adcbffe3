import { Minus, Plus } from 'lucide-react'
import { t } from '../../../messages/index.js'

/** What an action deletes, and what it keeps. */
export function StaysAndGoes({ goes, stays }: { goes: string; stays: string }) {
  return (
    <ul className="flex flex-col gap-2">
      <li className="flex items-start gap-2">
        <Minus aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
        <span>
          <strong>{t.settings.goes}</strong> {goes}
        </span>
      </li>
      <li className="flex items-start gap-2">
        <Plus aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
        <span>
          <strong>{t.settings.stays}</strong> {stays}
        </span>
      </li>
    </ul>
  )
}
