import { sql } from "drizzle-orm"
import { bills } from "../bills/table.ts"
import { invoiceCancellations, invoicePayments } from "./table.ts"

/**
 * A table of all invoices of no order by `bill_id`, with what became of each as the contract's `InvoiceSums` has it: deducted
 * tax and a bank's charges don't count once the invoice is cancelled, and what was paid, or was too much, is back or has to
 * go back.
 */
export const standingInvoices = () => sql`(
  select b.id as bill_id, b.number, b.total_paise, paid.paise as paid_paise,
    case when c.decided_at is null then 0 else b.total_paise end as cancelled_paise,
    case when c.decided_at is null then paid.deducted else 0 end as deducted_paise,
    case when c.decided_at is null then paid.charges else 0 end as charges_paise,
    case when c.decided_at is null
      then b.total_paise - (paid.paise - paid.excess) - paid.deducted - paid.charges else 0 end as owed_paise,
    paid.returned + case when c.reference is null then 0 else c.owed_paise end as returned_paise,
    case when c.decided_at is null then paid.excess - paid.returned
      when c.reference is null then c.owed_paise else 0 end as back_paise,
    c.bill_id is not null and c.decided_at is null as waits
  from ${bills} b
  cross join lateral (
    select coalesce(sum(i.amount_paise), 0)::bigint as paise, coalesce(sum(i.deducted_paise), 0)::bigint as deducted,
      coalesce(sum(i.charges_paise), 0)::bigint as charges, coalesce(sum(i.excess_paise), 0)::bigint as excess,
      coalesce(sum(i.excess_paise) filter (where i.excess_reference is not null), 0)::bigint as returned
    from ${invoicePayments} i where i.bill_id = b.id and i.reversed_at is null) paid
  left join ${invoiceCancellations} c on c.bill_id = b.id
  where b.order_id is null and b.corrects is null)`
