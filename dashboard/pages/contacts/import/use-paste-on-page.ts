import { useEffect, useRef } from 'react'

interface PasteHandlers {
  onFile: (file: File) => void
  onText: (text: string) => void
}

/** Takes what is pasted anywhere on the page but into a field. */
export function usePasteOnPage(handlers: PasteHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      const { target, clipboardData } = event
      if (!clipboardData || isField(target)) return
      // A spreadsheet program also puts a picture of the cells there.
      const text = clipboardData.getData('text/plain')
      const [file] = clipboardData.files
      if (text !== '') latest.current.onText(text)
      else if (file) latest.current.onFile(file)
      else return
      event.preventDefault()
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=file]), textarea, select, [contenteditable]')
}
