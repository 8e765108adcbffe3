import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../api/api-error.js'
import { t } from '../messages/index.js'
import { describeError } from './failure.js'

/** A form that is sent by the script of the page. */
export interface Submission {
  isBusy: boolean
  /** The error of each field, by its name. */
  errors: Readonly<Record<string, string>>
  /** The error of the whole. */
  message: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Sends the fields of a form, which are named as the fields of the request. The errors that the API finds go to their
 * fields, the first of which gets the focus.
 */
export function useSubmit(send: (values: Record<string, string>) => Promise<void>): Submission {
  const [state, setState] = useState<Pick<Submission, 'isBusy' | 'errors' | 'message'>>(IDLE)
  const isSending = useRef(false)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setState({ ...IDLE, isBusy: true })
    try {
      await send(valuesOf(form))
      setState(IDLE)
    } catch (error) {
      const errors = errorsOf(error, form)
      setState({ isBusy: false, errors, message: messageOf(error, errors) })
      const [first] = Object.keys(errors)
      const control = first === undefined ? null : form.elements.namedItem(first)
      if (control instanceof HTMLElement) control.focus()
    } finally {
      isSending.current = false
    }
  }
  return {
    ...state,
    onSubmit: (event) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
  }
}

const IDLE = { isBusy: false, errors: {}, message: null }

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(texts)
}

function errorsOf(error: unknown, form: HTMLFormElement): Record<string, string> {
  const errors = error instanceof ApiError ? error.errors : []
  const known = errors.filter(({ field }) => form.elements.namedItem(field) !== null)
  return Object.fromEntries(known.map(({ field, message }) => [field, message]))
}

/** The whole in words, with each error that no control stands for. */
export function messageOf(error: unknown, errors: Readonly<Record<string, string>>): string {
  const isAtFields = Object.keys(errors).length > 0
  const others = error instanceof ApiError ? error.errors.filter(({ field }) => !Object.hasOwn(errors, field)) : []
  const whole = isAtFields ? t.errors.fields : describeError(error).message
  return [whole, ...others.map(({ field, message }) => t.errors.inField(field, message))].join(' ')
}
