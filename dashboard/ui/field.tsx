import { useId, type ReactNode } from 'react'

/** The attributes that connect a control to its label, hint and error. */
export interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** The error of the value, announced with the control. */
  error?: string | undefined
  /** The label is inside the border of the control, so that a row of filters takes one line; without a hint. */
  isInline?: boolean | undefined
  children: (ids: ControlIds) => ReactNode
}

const INLINE = [
  'flex h-8 max-w-full min-w-0 items-center rounded-control border border-edge bg-surface shadow-control',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
  // The border and the focus are those of the whole, and a list is as wide as its chosen value.
  '[&_:is(input,select)]:border-0 [&_:is(input,select)]:bg-transparent [&_:is(input,select)]:outline-none',
  '[&_:is(input,select)]:h-full [&_select]:field-sizing-content [&>:not(label)]:h-full [&>:not(label)]:flex-1',
].join(' ')

/** A label, a control and what there is to say about it. */
export function Field({ label, hint, error, isInline, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  if (isInline) {
    return (
      <div className={INLINE}>
        <label htmlFor={id} className="shrink-0 pl-2.5 whitespace-nowrap text-muted">
          {label}
        </label>
        {children({ id, 'aria-describedby': undefined, 'aria-invalid': error ? true : undefined })}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
