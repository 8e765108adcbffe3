import { Fragment, type ReactNode } from 'react'

/** Names with their values, such as the properties of an email; a value of null is left out. */
export function DefinitionList({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 wide:grid-cols-[10rem_minmax(0,1fr)] wide:gap-y-2">
      {items.map(
        ([name, value]) =>
          value !== null && (
            <Fragment key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="mb-2 min-w-0 break-words wide:mb-0">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
