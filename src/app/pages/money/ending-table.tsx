import type { ReactNode } from "react"
import type { EndingMembership } from "#contract/money.ts"
import { linkClass } from "#ui/components/link-class.ts"
import { DataTable } from "#ui/components/table.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import { moneyTexts } from "./money.texts.ts"

/** Memberships that end soon: whose, of what, when, and the order that paid for it. */
export function EndingTable({ memberships, empty }: { memberships: EndingMembership[]; empty: ReactNode }) {
  const text = useTexts(moneyTexts).ending
  const said = useSaidDate()
  return (
    <DataTable
      caption={text.list}
      rows={memberships}
      rowKey={({ student_id, course }) => `${student_id} ${course}`}
      empty={empty}
      columns={[
        {
          key: "student",
          header: text.student,
          cell: ({ student_id, student_name }) => (
            <Link to={`/admin-dashboard/students/${student_id}`} className={linkClass}>
              {student_name}
            </Link>
          ),
        },
        { key: "course", header: text.course, cell: ({ course }) => course },
        { key: "ends", header: text.ends, cell: ({ ends_on }) => said(ends_on) },
        {
          key: "buyer",
          header: text.buyer,
          cell: ({ buyer, order_number }) => buyer ?? (order_number ? text.erased : text.byOffice),
        },
        {
          key: "order",
          header: text.order,
          cell: ({ order_number }) =>
            order_number ? (
              <Link to={deskOrderPath(order_number)} className={`${linkClass} whitespace-nowrap`}>
                {order_number}
              </Link>
            ) : (
              "–"
            ),
        },
      ]}
    />
  )
}
