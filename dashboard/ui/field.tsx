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
  children: (ids: ControlIds) => ReactNode
}

/** A label, a control and what there is to say about it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
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
