import { Form, useNavigation } from "react-router"
import type { BankLine } from "#contract/bank.ts"
import { formatPaise } from "#shared/money.ts"
import { Button } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { DataTable } from "#ui/components/table.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useSaidTime } from "#ui/said-time.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import { settlementPath } from "./paths.ts"
import { settlingTexts } from "./settling.texts.ts"

/** What lines of statements turned out to be, and who said so. */
export function DecidedLines({ lines, zone }: { lines: BankLine[]; zone: string }) {
  const text = useTexts(settlingTexts).bank
  const said = useSaidTime(zone)
  const saidDate = useSaidDate()
  return (
    <DataTable
      caption={text.caption}
      rows={lines}
      rowKey={({ id }) => id}
      empty={<EmptyState illustration="no-requests" title={text.noneDecided} />}
      columns={[
        {
          key: "line",
          header: text.line,
          cell: (line) => (
            <span className="grid gap-0.5">
              <span className="break-words">{line.text ?? text.erased}</span>
              <span className="text-sm font-normal text-ink-muted">{saidDate(line.day)}</span>
            </span>
          ),
        },
        {
          key: "amount",
          header: text.amount,
          align: "end",
          cell: ({ amount_paise }) => <span className="font-semibold">{formatPaise(amount_paise)}</span>,
        },
        { key: "decision", header: text.decision, cell: (line) => <Decision line={line} /> },
        {
          key: "by",
          header: text.by,
          cell: ({ decided_by, decided_at }) => (
            <span className="grid gap-0.5">
              <span>{decided_by ?? text.byImport}</span>
              <span className="text-sm text-ink-muted">{said(new Date(decided_at ?? 0))}</span>
            </span>
          ),
        },
        {
          key: "actions",
          header: text.actions,
          hideHeader: true,
          align: "end",
          cell: (line) => (line.order_number === null ? <Reopen line={line} /> : null),
        },
      ]}
    />
  )
}

function Decision({ line: { order_number, settlement, reason, note } }: { line: BankLine }) {
  const text = useTexts(settlingTexts).bank
  if (order_number)
    return (
      <Link to={deskOrderPath(order_number)} className={linkClass}>
        {text.forOrder(order_number)}
      </Link>
    )
  if (settlement)
    return (
      <Link to={settlementPath(settlement.settlement_id)} className={linkClass}>
        {text.aSettlement}
      </Link>
    )
  return (
    <span className="grid gap-0.5">
      <span>{reason ? text.reasons[reason] : null}</span>
      {note ? <span className="text-sm text-ink-muted">{note}</span> : null}
    </span>
  )
}

function Reopen({ line }: { line: BankLine }) {
  const text = useTexts(settlingTexts).bank
  const busy = useNavigation().formData
  return (
    <Form method="post">
      <input type="hidden" name="line_id" value={line.id} />
      <Button
        type="submit"
        name="intent"
        value="reopen"
        variant="secondary"
        size="sm"
        busy={busy?.get("intent") === "reopen" && busy.get("line_id") === line.id}
        busyLabel={text.reopening}
      >
        {text.reopen}
      </Button>
    </Form>
  )
}
