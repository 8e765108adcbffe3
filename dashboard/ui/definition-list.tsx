import { Fragment, type ReactNode } from 'react'
import { join } from './join.js'

interface DefinitionListProps {
  items: readonly (readonly [name: string, value: ReactNode])[]
  /** Each value stands under its name, as in a narrow panel; else beside it where there is room. */
  isStacked?: boolean
}

/** Names with their values, such as the properties of an email; a value of null is left out. */
export function DefinitionList({ items, isStacked }: DefinitionListProps) {
  const shown = items.filter(([, value]) => value !== null)
  if (shown.length === 0) return null
  return (
    <dl
      className={join(
        'grid grid-cols-1 gap-x-6',
        !isStacked && 'wide:grid-cols-[10rem_minmax(0,1fr)] wide:gap-y-2 wide:[&>dd]:mb-0',
      )}
    >
      {shown.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="mb-3 min-w-0 break-words last:mb-0">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
