import { formatExact, formatRelative } from '../messages/format.js'

/** A moment as how long ago it is; the exact time is its title. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatExact(date)} className="whitespace-nowrap">
      {formatRelative(date, new Date())}
    </time>
  )
}

/** A moment to the second, in the time zone of the browser, which it names. */
export function ExactMoment({ at }: { at: string }) {
  return <time dateTime={at}>{formatExact(new Date(at))}</time>
}
