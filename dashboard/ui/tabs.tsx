import { Link, type LinkProps } from '@tanstack/react-router'

/** Parts of a page, each under an address of its own. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { id: string; title: string; isCurrent: boolean; search: Record<string, string | true | undefined> }[]
}) {
  return (
    <nav aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ id, title, isCurrent, search }) => (
        <Link
          key={id}
          to="."
          search={search as LinkProps['search']}
          replace
          // An address with more in it is that of another tab.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isCurrent ? 'page' : undefined}
          className="border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-muted outline-offset-[-2px] aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
