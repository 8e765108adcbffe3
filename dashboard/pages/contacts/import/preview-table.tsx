import { t } from '../../../messages/index.js'
import { shortValue } from '../short-value.js'
import type { Beginning } from './survey-file.js'

const MOST_COLUMNS = 50

/** The first rows of a file, as text alone. */
export function PreviewTable({ beginning: { header, rows } }: { beginning: Beginning }) {
  const names = header.length > 0 ? header.slice(0, MOST_COLUMNS) : [t.imports.line]
  return (
    // A scrolled region is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={t.imports.rows} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="border-collapse">
        <thead className="sticky top-0 bg-surface">
          <tr className="text-left text-small text-muted">
            {names.map((name, index) => (
              <th key={index} scope="col" className="h-9 max-w-60 truncate px-3 font-medium">
                {name || t.imports.noName(index + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-t border-line">
              {names.map((_, index) => (
                <td key={index} className="h-9 max-w-60 truncate px-3">
                  {shortValue(cells[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
