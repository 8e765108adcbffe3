/** A form with one file in the field `file`, as uploads take it. */
export function fileForm(content: string | Uint8Array<ArrayBuffer>, filename = 'file.csv'): FormData {
  const form = new FormData()
  form.set('file', new File([content], filename))
  return form
}
