import type { ComponentProps } from 'react'
import { join } from './join.js'

/** A field for several lines of text. */
export function TextArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...props}
      className={join(
        'w-full min-w-0 rounded-control border border-control bg-surface px-2 py-1.5 text-ink aria-invalid:border-bad',
        props.className,
      )}
    />
  )
}
