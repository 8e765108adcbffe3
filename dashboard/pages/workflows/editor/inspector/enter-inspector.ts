/** The element of the inspector, by which a key finds it. */
export const INSPECTOR_ID = 'workflow-inspector'
/** The field for the name of a step, by which a key finds it. */
export const NAME_FIELD = 'step-name'

type Part = 'name' | 'form'
let wanted: Part | null = null

/** Sets the focus into the details: to the name, or to the first field of the form behind it. */
export function enterInspector(part: Part = 'form'): void {
  wanted = part
  takeFocus()
}

/** Gives the focus to the field that was asked for before it was there. */
export function takeFocus(): void {
  const inspector = document.getElementById(INSPECTOR_ID)
  const name = inspector?.querySelector<HTMLElement>(`[data-part="${NAME_FIELD}"]`)
  const fields = [...(inspector?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? [])]
  const first = fields[fields.findIndex((one) => one === name) + 1]
  const target = wanted === 'name' ? name : (first ?? name)
  if (wanted === null || !target) return
  wanted = null
  target.focus()
}
