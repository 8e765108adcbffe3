import { t } from '../messages/index.js'
import { toast } from './toast.js'

/** Copies a text, which may have to be asked for first. Returns whether it is copied, and says so where it is not. */
export async function copyText(value: string | (() => Promise<string>)): Promise<boolean> {
  try {
    await write(value)
    return true
  } catch {
    // A browser has no clipboard for a page that came without TLS from another machine.
    toast(window.isSecureContext ? t.common.notCopied : t.common.copyNeedsTls)
    return false
  }
}

async function write(value: string | (() => Promise<string>)): Promise<void> {
  const { clipboard } = navigator
  if (typeof value === 'string') return clipboard.writeText(value)
  if (typeof ClipboardItem === 'undefined') return clipboard.writeText(await value())
  // Some browsers allow it only while they handle the press, which is over once the answer has come.
  const text = value().then((found) => new Blob([found], { type: 'text/plain' }))
  return clipboard.write([new ClipboardItem({ 'text/plain': text })])
}
