import type { ReactNode } from "react"
import { cx } from "../cx.ts"

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: "start" | "end"
  /** Keeps the header for screen readers only, as over a column of buttons. */
  hideHeader?: boolean
  /** Leaves the column out of tables on tablets, where the first one would have no room. */
  wideOnly?: boolean
  className?: string
}

interface DataTableProps<Row> {
  /** What the rows are; read out, shown only with `showCaption`. */
  caption: string
  showCaption?: boolean
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode
}

/* Browsers drop these roles from table elements that are displayed as blocks, so they are written out. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
} as const

/** A table on wide screens, a card per row on a phone. */
export function DataTable<Row>({ caption, showCaption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return empty
  return (
    <div className="md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-surface">
      <table {...roles.table} className="block w-full text-[0.9375rem] md:table">
        <caption
          className={showCaption ? "block pb-3 text-left font-semibold md:table-caption md:p-4" : "sr-only"}
        >
          {caption}
        </caption>
        <thead
          {...roles.rowgroup}
          className="hidden border-b border-line bg-surface-sunken md:table-header-group"
        >
          <tr {...roles.row}>
            {columns.map((column) => (
              <th
                key={column.key}
                {...roles.columnheader}
                scope="col"
                className={cx(
                  "px-4 py-3 text-sm font-semibold whitespace-nowrap text-ink-muted",
                  column.align === "end" ? "text-right" : "text-left",
                  column.wideOnly && "md:max-xl:hidden",
                )}
              >
                <span className={column.hideHeader ? "sr-only" : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className="grid gap-3 md:table-row-group">
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr
      {...roles.row}
      className="grid gap-2 bg-surface max-md:rounded-card max-md:border max-md:p-4 md:table-row md:not-last:border-b"
    >
      {columns.map((column, at) => {
        const Cell = at === 0 ? "th" : "td"
        return (
          <Cell
            key={column.key}
            role={at === 0 ? "rowheader" : "cell"}
            scope={at === 0 ? "row" : undefined}
            className={cx(
              "flex items-baseline justify-between gap-4 md:table-cell md:px-4 md:py-3.5 md:align-middle",
              at === 0 ? "text-left font-semibold max-md:text-base" : "font-normal",
              column.align === "end" && "tabular-nums md:text-right",
              column.wideOnly && "md:max-xl:hidden",
              column.className,
            )}
          >
            {at === 0 || column.hideHeader ? null : (
              <span aria-hidden className="text-sm text-ink-muted md:hidden">
                {column.header}
              </span>
            )}
            <span className="min-w-0 max-md:text-right max-md:first:text-left">{column.cell(row)}</span>
          </Cell>
        )
      })}
    </tr>
  )
}
