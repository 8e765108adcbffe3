import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { t } from '../messages/index.js'
import { IconButton } from './button.js'
import { copyText } from './copy-text.js'

const SHOWN_MS = 2_000

/** Copies a value, and says so. */
export function CopyButton({ value, label }: { value: string | (() => Promise<string>); label: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<void> => {
    setCopied(await copyText(value))
  }
  return (
    <>
      <IconButton icon={isCopied ? Check : Copy} label={label} onClick={() => void copy()} />
      <span role="status" className="sr-only">
        {isCopied ? t.common.copied : ''}
      </span>
    </>
  )
}

/** A value to be copied: an id, a key, a record, a command. */
export function CopyField({
  value,
  label,
  copies,
}: {
  value: string
  label: string
  /** The text to copy if it is more than the shown one. */
  copies?: string | (() => Promise<string>)
}) {
  return (
    <div className="flex w-full min-w-0 items-start gap-1 rounded-control border border-line bg-canvas py-0.5 pr-0.5 pl-2">
      <code className="min-w-0 flex-1 py-1.5 text-left font-mono text-mono break-all whitespace-pre-wrap">{value}</code>
      <CopyButton value={copies ?? value} label={label} />
    </div>
  )
}
