import { createContext } from 'react'

/** The rows of a long list that are loaded, among all that it has. */
export interface RowWindow {
  /** The number of rows before the loaded ones. */
  before: number
  /** The total of rows; undefined if unknown. */
  total: number | undefined
  /** Says that a row before the loaded ones, or soon one, comes into view. */
  onAbove: (row: number) => void
}

/** Set around a list that loads its rows in pages. Without it a list has all its rows, and draws each of them. */
export const RowWindowContext = createContext<RowWindow | null>(null)

/** Whether what is shown scrolls by itself, as in a dialog, and not with the page: then each row of a list is drawn. */
export const OwnScrollContext = createContext(false)
