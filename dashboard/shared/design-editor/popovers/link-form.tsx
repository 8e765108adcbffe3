import { useState, type FormEvent } from 'react'
import type { EditorView } from 'prosemirror-view'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { LinkField } from '../settings/link-field.js'
import { markValue, setMark } from '../text/marks.js'

/** Edits the link of the selected words. */
export function LinkForm({ view, onDone }: { view: EditorView; onDone: () => void }) {
  const [given] = useState(() => markValue(view.state, 'link', 'href'))
  const [href, setHref] = useState(given ?? '')
  const set = (next: string): void => {
    onDone()
    const { empty, $from } = view.state.selection
    if (next !== '' && empty && given === null) {
      // Without a selection the address itself is the text.
      const mark = view.state.schema.mark('link', { href: next })
      view.dispatch(view.state.tr.insert($from.pos, view.state.schema.text(next, [mark])))
    } else setMark('link', next === '' ? null : { href: next })(view.state, view.dispatch)
    view.focus()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    set(href)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-1">
      <LinkField label={t.designEditor.link} value={href} onChange={setHref} isFirst />
      <div className="flex justify-end gap-2">
        {given !== null && <Button onClick={() => set('')}>{t.designEditor.unlink}</Button>}
        <Button type="submit" variant="strong">
          {t.designEditor.apply}
        </Button>
      </div>
    </form>
  )
}
