import { useId, type ReactNode } from 'react'

/** The attributes that connect a control to its label, hint and fault. */
export interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** The fault of the value, announced with the control. */
  fault?: string | undefined
  children: (ids: ControlIds) => ReactNode
}

/** A label, a control and what there is to say about it. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': fault ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="text-small text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
