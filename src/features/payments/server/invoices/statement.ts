import { sql } from "drizzle-orm"
import { bills } from "../bills/table.ts"
import { invoiceCancellations, invoicePayments } from "./table.ts"

/**
 * A table of all invoices of no order by `bill_id`, with what became of each as the contract's `InvoiceSums` has it: a
 * deducted tax doesn't count once its invoice is cancelled, and what was paid is back or has to go back.
 */
export const standingInvoices = () => sql`(
  select b.id as bill_id, b.number, b.total_paise, paid.paise as paid_paise,
    case when c.decided_at is null then 0 else b.total_paise end as cancelled_paise,
    case when c.decided_at is null then paid.deducted else 0 end as deducted_paise,
    case when c.decided_at is null then b.total_paise - paid.paise - paid.deducted else 0 end as owed_paise,
    case when c.reference is null then 0 else c.owed_paise end as returned_paise,
    case when c.reference is null then coalesce(c.owed_paise, 0) else 0 end as back_paise,
    c.bill_id is not null and c.decided_at is null as waits
  from ${bills} b
  cross join lateral (
    select coalesce(sum(i.amount_paise), 0)::bigint as paise, coalesce(sum(i.deducted_paise), 0)::bigint as deducted
    from ${invoicePayments} i where i.bill_id = b.id) paid
  left join ${invoiceCancellations} c on c.bill_id = b.id
  where b.order_id is null and b.corrects is null)`
