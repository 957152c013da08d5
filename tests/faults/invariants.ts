import type pg from "pg"

/**
 * Conditions that every database of the product must meet at every moment: each query returns rows that
 * violate one.
 */
const INVARIANTS: Record<string, string> = {
  "a class counts the seats that are taken": `
    select c.id from scheduled_classes c where c.seats_taken <>
      (select count(*) from class_enrollments e where e.class_id = c.id) +
      (select count(*) from demo_class_requests r where r.class_id = c.id and r.status = 'approved')`,
  "no class has more people than room": `
    select id from scheduled_classes where seats_taken + seats_held > max_capacity`,
  // For a seat, or for a decision while no seat could be kept.
  "a class counts those who wait": `
    select c.id from scheduled_classes c where c.waiting <>
      (select count(*) from class_waitlist w where w.class_id = c.id) +
      (select count(*) from demo_class_requests r
       where r.class_id = c.id and r.status = 'pending' and r.held_until is null)`,
  "nobody waits for a class in which they sit": `
    select w.class_id from class_waitlist w join class_enrollments e using (class_id, student_id)`,
  "one seat per person and class": `
    select class_id from class_enrollments group by class_id, student_id having count(*) > 1`,
  "a seat knows when its class starts": `
    select e.id from class_enrollments e join scheduled_classes c on c.id = e.class_id
    where e.starts_at <> c.starts_at`,
  "a seat knows whether its class has recordings": `
    select e.id from class_enrollments e
    where e.recorded <> exists (select 1 from class_recordings r where r.class_id = e.class_id)`,
  "a class counts the seats that are kept for requests": `
    select c.id from scheduled_classes c left join demo_class_requests r on r.class_id = c.id and r.holds_seat
    group by c.id having c.seats_held <> count(r.id)`,
  "a request that was answered says when, and no other does": `
    select id from demo_class_requests where (status = 'pending') <> (responded_at is null)`,
  "a rejected request uses up no trial": `
    select id from demo_class_requests where status = 'rejected' and trial_of is not null`,
  "whoever accepted an invitation is or was a guardian of the child": `
    select i.id from guardian_invitations i where i.accepted_by is not null and not exists (
      select 1 from guardian_of g where g.student_id = i.student_id and g.guardian_id = i.accepted_by)`,
  "a guardian who was removed is known to nobody any more, and decides nothing": `
    select c.id from guardian_of g join consents c on c.student_id = g.student_id and c.given_by = g.guardian_id
    where g.answer = 'removed' and c.withdrawn_at is null and c.purpose <> 'live_classes'`,
  "nobody has a seat by enrolment and by request": `
    select r.id from demo_class_requests r join class_enrollments using (class_id, student_id)
    where r.status = 'approved'`,
  "an instructor counts each student of classes that are over or off once": `
    select instructor_id from instructor_totals t where t.students <>
      (select count(*) from instructor_students s where s.instructor_id = t.instructor_id)`,
  "nobody counts as an instructor's student without a seat": `
    select s.student_id from instructor_students s where not exists (
      select 1 from scheduled_classes c
      where c.instructor_id = s.instructor_id and c.status in ('completed', 'cancelled') and (
        exists (select 1 from class_enrollments e where e.class_id = c.id and e.student_id = s.student_id)
        or exists (select 1 from demo_class_requests r
                   where r.class_id = c.id and r.student_id = s.student_id and r.status = 'approved')))`,
  "a picture that a whiteboard shows was sent to its class": `
    select i.id from room_whiteboard_items i where not i.gone and i.body ->> 'kind' = 'picture' and not exists (
      select 1 from whiteboard_pictures p where p.class_id = i.class_id and p.id::text = i.body ->> 'picture')`,
  "a whiteboard knows how many items are there": `
    select class_id from room_whiteboards w where w.there <>
      (select count(*) from room_whiteboard_items i where i.class_id = w.class_id and not i.gone)`,
  "one notice per kind, cause, recipient and channel": `
    select kind from notices group by kind, cause_id, recipient, channel having count(*) > 1`,
  "no message was sent twice": `
    select notice_id from notice_attempts where outcome = 'accepted' group by notice_id having count(*) > 1`,
  "a notice that was sent has one try that was accepted": `
    select n.id from notices n where n.status = 'sent' and 1 <>
      (select count(*) from notice_attempts a where a.notice_id = n.id and a.outcome = 'accepted')`,
  "a notice that another channel took over from has failed or arrived late, and that one is there": `
    select n.id from notices n left join notices o on o.id = n.replaced_by
    where n.replaced_by is not null and (n.status <> 'failed' and n.delivery is distinct from 'delivered' or n.next <> '[]' or o.cause_id is distinct from n.cause_id)`,
  "a notice that may have arrived leads to no other channel": `
    select n.id from notices n join notices o on o.id = n.replaced_by where n.status = 'unknown'`,
  "a parent's number and the devices of its owner are told of an absence once": `
    select n.cause_id from notices n left join guardians g on g.user_id::text = n.recipient
    where n.kind = 'absence' and n.replaced_by is null and n.status in ('sent', 'told', 'unknown', 'sending')
      and n.recipient not like 'erased:%'
    group by n.cause_id, coalesce(g.phone, n.recipient) having count(*) > 1`,
  "a medical proof that was accepted has its mark on the register": `
    select p.class_id from medical_proofs p left join attendance_marks m using (class_id, student_id)
    where p.state = 'accepted' and not coalesce(m.medical, false)`,
  "a notice that is not sent, withdrawn or on its way says why": `
    select id from notices where status in ('held', 'failed', 'unknown') and reasons = '[]'`,
  "a notice says why by codes, never by a sentence of ours": `
    select id from notices where exists (
      select 1 from jsonb_array_elements(reasons) why where coalesce(why ->> 'code', '') !~ '^[a-z-]+$')`,
  "what is settled is not tried again": `
    select id from notices where (status in ('queued', 'sending')) <> (due_at is not null)`,
  "nobody is told that a child was absent who was present, without a correction": `
    select n.id from notices n join attendance_verdicts v
      on v.class_id = n.cause_id and v.student_id = any(n.subject_ids)
    left join guardians g on g.user_id::text = n.recipient
    where split_part(n.kind, ':', 1) in ('absence', 'absence-later') and n.status = 'sent' and v.verdict = 'present' and not exists (
      select 1 from notices c left join guardians h on h.user_id::text = c.recipient
      where c.kind like 'absence-correction%' and c.cause_id = n.cause_id
        and coalesce(h.phone, c.recipient) = coalesce(g.phone, n.recipient))`,
  "only of completed classes there are verdicts": `
    select v.class_id from attendance_verdicts v join scheduled_classes c on c.id = v.class_id
    where c.status <> 'completed'`,
  "of a class that was judged everybody with a seat was": `
    select e.id from class_enrollments e
    where exists (select 1 from attendance_verdicts v where v.class_id = e.class_id)
      and not exists (select 1 from attendance_verdicts v
                      where v.class_id = e.class_id and v.student_id = e.student_id)`,
  "nobody was present for longer than it was possible": `
    select class_id from attendance_verdicts where present_seconds > possible_seconds`,
  "nobody is absent who was there for long enough, but by hand": `
    select v.class_id from attendance_verdicts v left join attendance_marks m using (class_id, student_id)
    where v.verdict = 'absent' and m.class_id is null and v.possible_seconds > 0
      and v.present_seconds > v.minimum_seconds`,
  "presence lies between start and end of the class": `
    select a.id from class_attendance a join scheduled_classes c on c.id = a.class_id
    where a.joined_at < c.started_at or a.left_at > c.ended_at`,
  "no recording is still open an hour after its class": `
    select r.id from class_recordings r join scheduled_classes c on c.id = r.class_id
    where r.status = 'recording' and c.ended_at < now() - interval '1 hour'`,
  "no file was made of more of a recording than arrived": `
    select id from class_recordings where processed_bytes > received_bytes`,
  "each journal of the books sums to zero in each unit": `
    select e.journal_id from ledger_entries e join ledger_accounts a on a.id = e.account_id
    group by e.journal_id, a.unit having sum(e.amount) <> 0`,
  "a journal has the entries it was written with": `
    select j.id from ledger_journals j
    where j.lines <> (select count(*) from ledger_entries e where e.journal_id = j.id)`,
  "a reversal is equal and opposite to its journal": `
    select r.id from ledger_journals r
    join ledger_entries e on e.journal_id = r.reverses
    left join ledger_entries o on o.journal_id = r.id and o.line = e.line and o.account_id = e.account_id
    where o.amount is distinct from -e.amount`,
  // Where something is sold: the ledger's own tests keep other books. Credit as a gift is what tests alone give.
  "what moves money is in the accountant's journal": `
    select distinct j.kind from ledger_journals j join ledger_entries e on e.journal_id = j.id
    join ledger_accounts a on a.id = e.account_id
    where a.unit = 'paise' and exists (select from orders)
      and j.kind not in ('sale', 'owed', 'unowed', 'refund', 'returned', 'unreturned', 'hold', 'release', 'settlement',
        'explained', 'invoice', 'invoice-paid', 'invoice-unpaid', 'invoice-cancelled', 'invoice-returned',
        'invoice-charges', 'invoice-excess', 'gift')`,
  "a person's balance is the sum of the entries": `
    select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.held group by a.id
    having a.balance <> coalesce(sum(case a.normal_side when 'debit' then e.amount else -e.amount end), 0)`,
  "captured money fulfils its order or goes back, and never both": `
    select p.id from payments p where p.captured_at is not null and p.reversed_at is null and p.fulfils =
      exists (select from refunds r where r.payment_id = p.id
        and r.reason not in ('outside', 'by-policy', 'by-staff', 'goods-returned', 'plan-changed'))`,
  "what was taken back as recorded by mistake is owed to nobody, and leaves no order to be refunded": `
    select p.id from payments p join refunds r on r.payment_id = p.id
    where (p.reversed_at is not null) <> (r.state = 'withdrawn')
    union all select o.id from orders o where o.paid_at is null and o.state in ('refunding', 'refunded') and not exists (
      select from payments p where p.order_id = o.id and p.captured_at is not null and p.reversed_at is null)`,
  "an order is paid by one payment, or not at all": `
    select o.id from orders o where (o.paid_at is not null)::int <>
      (select count(*) from payments p where p.order_id = o.id and p.fulfils)`,
  "who paid is or was enrolled": `
    select o.id from orders o where o.paid_at is not null and o.student_id is not null and not exists (
      select from enrollments e where e.course_id = o.course_id and e.student_id = o.student_id)`,
  // A term that was ended stays paid in part, and what it had continued can be continued again.
  "a term of a membership is continued by one paid order": `
    select student_id from orders o where state = 'paid' and renews is not null and not exists (
      select from payments p join refunds r on r.payment_id = p.id where p.order_id = o.id and r.ends_enrolment)
    group by student_id, course_id, renews having count(*) > 1`,
  "a term is given up for one paid plan, which got its unused days: for the price, and the rest as credit": `
    select n.id from orders n join orders o on o.id = n.changes
    where n.paid_at is not null and (n.renews is not null or n.exchange_paise > (n.facts -> 'given_up' ->> 'unused_paise')::bigint
      or (n.facts -> 'given_up' ->> 'unused_paise')::bigint is distinct from (
        select coalesce(sum(r.amount_paise), 0)::bigint from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and r.reason = 'plan-changed'))
    union all select changes from orders where changes is not null and paid_at is not null
    group by changes having count(*) > 1
    union all select r.id from refunds r join payments p on p.id = r.payment_id
    where r.reason = 'plan-changed' and (r.way <> 'credit' or r.state <> 'processed' or not exists (
      select from orders n where n.changes = p.order_id and n.paid_at is not null))`,
  "pick-up goes with a membership, on as many weekdays as were priced": `
    select id from orders where pickup_days is not null
      and cardinality(pickup_days) is distinct from (facts -> 'items' -> 0 -> 'pickup' ->> 'days_per_week')::integer`,
  "no more is paid back than was captured": `
    select p.id from payments p join orders o on o.id = p.order_id join refunds r on r.payment_id = p.id
    where r.state <> 'failed' group by p.id, o.credit_paise, o.exchange_paise
    having sum(r.amount_paise) > p.amount_paise
      + case when p.fulfils then o.credit_paise + o.exchange_paise else 0 end`,
  "the books set aside what live orders are to take of points and credit, and nothing else": `
    select kind from (values ('points-held', true), ('credit-held', false)) held (kind, is_points) where
      (select coalesce(sum(case when is_points then points else credit_paise end), 0) from orders
       where state in ('created', 'awaiting')) <>
      (select coalesce(-sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = held.kind)`,
  "the books have what the provider and the bank hold: all that was captured and neither went back nor to the bank": `
    select kind from (values ('bank', true), ('gateway-clearing', false)) held (kind, is_bank) where
      (select coalesce(sum(amount_paise), 0) from payments
       where captured_at is not null and reversed_at is null and (provider = 'upi') = is_bank) +
      (select coalesce(sum(amount_paise), 0) from invoice_payments where is_bank and reversed_at is null) -
      (select coalesce(sum(owed_paise), 0) from invoice_cancellations where is_bank and reference is not null) -
      (select coalesce(sum(excess_paise), 0) from invoice_payments where is_bank and excess_reference is not null) -
      (select coalesce(sum(amount_paise), 0) from refunds
       where state = 'processed' and way <> 'credit' and (provider = 'upi' or way = 'payout') = is_bank) +
      (select coalesce(sum(case when is_bank then credit_paise - debit_paise else -booked_paise end), 0)
       from settlement_items) <>
      (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = held.kind)`,
  "a settlement's sum is that of its items": `
    select s.id from settlements s left join settlement_items i on i.settlement_id = s.id
    group by s.id having s.net_paise <> coalesce(sum(i.credit_paise - i.debit_paise), 0)`,
  "the books have the fees and taxes of settlements, and what nothing explains waits": `
    with moved (kind, paise) as (
      select 'gateway-fees', sum(fee_paise - tax_paise) from settlement_items
      union all select 'gateway-fee-tax', sum(tax_paise) from settlement_items
      union all select 'suspense', sum(booked_paise - (credit_paise - debit_paise) - fee_paise) from settlement_items)
    select kind from moved where coalesce(paise, 0) <>
      (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = moved.kind)`,
  "what a settlement has without a reason is in the books to the paisa": `
    select i.id from settlement_items i where i.why is null
      and (i.booked_paise <> i.credit_paise - i.debit_paise + i.fee_paise or abs(i.booked_paise) <> i.amount_paise)`,
  "a refund that a second person approved is given, and no other that was asked for": `
    select q.id from refund_requests q where (q.state = 'approved') <>
      exists (select from refunds r where r.request_id = q.id)`,
  "a transfer by UPI is approved once, and was then captured": `
    select c.id from upi_claims c where c.state = 'approved' and not exists (
      select from payments p where p.provider = 'upi' and p.provider_payment_id = c.utr
        and p.order_id = c.order_id and p.amount_paise = c.amount_paise and p.captured_at is not null)
    union all select p.id from payments p where p.provider = 'upi' and p.reversed_at is null and not exists (
      select from upi_claims c where c.state = 'approved' and c.utr = p.provider_payment_id)
    union all select p.order_id from payments p where p.provider = 'upi' and p.reversed_at is not null
      group by p.order_id having count(*) <> (select count(*) from upi_claims c
        where c.order_id = p.order_id and c.state = 'reversed')`,
  "no number of a bill is missing or repeated, and each series ends where its counter is": `
    select c.series from bill_counters c left join bills b using (entity, financial_year, series)
    group by c.entity, c.financial_year, c.series, c.last
    having count(*) <> c.last or min(b.sequence) <> 1 or max(b.sequence) <> c.last
      or count(distinct b.number) <> c.last`,
  "an order that was paid is billed in full, and no other": `
    select o.id from orders o where
      (select coalesce(sum(b.total_paise), 0) from bills b where b.order_id = o.id and b.corrects is null) <>
      case when o.paid_at is null then 0 else o.total_paise + o.credit_paise + o.exchange_paise end`,
  "what went back of a billed payment is credited, and nothing else": `
    select r.id from refunds r join payments p on p.id = r.payment_id
    where (r.state = 'processed' and p.fulfils and r.amount_paise <>
        (select coalesce(sum(b.total_paise), 0) from bills b where b.refund_id = r.id))
      or (not p.fulfils and exists (select from bills b where b.refund_id = r.id))`,
  "organisations owe what they were invoiced and didn't pay, unless it was cancelled, in the books as well": `
    select 1 where
      (select coalesce(sum(b.total_paise - (select coalesce(sum(i.amount_paise - i.excess_paise + i.deducted_paise + i.charges_paise), 0)
         from invoice_payments i where i.bill_id = b.id and i.reversed_at is null)), 0)
       from bills b where b.order_id is null and b.corrects is null
         and not exists (select from bills n where n.corrects = b.id)) <>
      (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = 'receivable')`,
  "what organisations deducted as tax is in the books, unless the invoice was cancelled": `
    select 1 where
      (select coalesce(sum(i.deducted_paise), 0) from invoice_payments i
       where i.reversed_at is null and not exists (select from bills n where n.corrects = i.bill_id)) <>
      (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = 'tds-receivable')`,
  "what banks kept of organisations' payments is in the books, unless the invoice was cancelled": `
    select 1 where
      (select coalesce(sum(i.charges_paise), 0) from invoice_payments i
       where i.reversed_at is null and not exists (select from bills n where n.corrects = i.bill_id)) <>
      (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = 'bank-charges')`,
  "of an invoice only a little is written off as what banks kept": `
    select b.id from bills b join invoice_payments i on i.bill_id = b.id
    where i.charges_paise > least(50000, greatest(5000, b.total_paise / 100))`,
  "no more of an invoice is paid than it says, without what is too much": `
    select b.id from bills b join invoice_payments i on i.bill_id = b.id and i.reversed_at is null
    group by b.id having sum(i.amount_paise - i.excess_paise + i.deducted_paise + i.charges_paise) > b.total_paise or b.order_id is not null`,
  "an invoice of no order is cancelled once, in full, and what was paid of it is owed to the organisation": `
    select b.id from bills b left join bills n on n.corrects = b.id
    left join invoice_cancellations c on c.bill_id = b.id
    where b.order_id is null and b.corrects is null and (n.id is distinct from c.note_id
      or n.total_paise <> b.total_paise or c.owed_paise <> (
        select coalesce(sum(i.amount_paise - case when i.excess_reference is null then 0 else i.excess_paise end), 0)
        from invoice_payments i where i.bill_id = b.id and i.reversed_at is null))
    union all select bill_id from invoice_cancellations c join bills b on b.id = c.bill_id where b.order_id is not null`,
  "a quote is invoiced once it is accepted, for what it offered, and no other": `
    select q.id from premises_quotes q left join bills b on b.id = q.bill_id
    where (q.state = 'accepted') <> (b.id is not null) or b.total_paise <> q.total_paise
    union all select b.id from bills b where b.order_id is null and b.corrects is null
      and 1 <> (select count(*) from premises_quotes q where q.bill_id = b.id)`,
  "of an enquiry one quote at most can be answered, and one be accepted": `
    select enquiry_id from premises_quotes where state in ('sent', 'accepted') group by enquiry_id having count(*) > 1`,
  "an enquiry is accepted exactly when a quote of it is": `
    select e.id from premises_enquiries e where (e.state = 'accepted') <>
      exists (select from premises_quotes q where q.enquiry_id = e.id and q.state = 'accepted')`,
  "of each bill no more is credited than it says": `
    select b.id from bills b join bills n on n.corrects = b.id group by b.id having sum(n.total_paise) > b.total_paise`,
  "bills and books agree about every tax": `
    with billed as (
      select line, case when b.corrects is null then 1 else -1 end as sign
      from bills b cross join jsonb_array_elements(b.content -> 'lines') line),
    taxes (kind, paise) as (
      select 'cgst-payable', sum(sign * (line ->> 'cgst_paise')::bigint) from billed
      union all select 'sgst-payable', sum(sign * (line ->> 'sgst_paise')::bigint) from billed
      union all select 'igst-payable', sum(sign * (line ->> 'igst_paise')::bigint) from billed)
    select kind from taxes where coalesce(paise, 0) <>
      (select coalesce(-sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = taxes.kind)`,
  "the books owe what didn't go back yet, also where the provider failed": `
    select 1 where
      (select coalesce(sum(amount_paise), 0) from refunds where state not in ('processed', 'withdrawn') and reason <> 'outside') +
      (select coalesce(sum(owed_paise), 0) from invoice_cancellations where reference is null) +
      (select coalesce(sum(i.excess_paise), 0) from invoice_payments i
       where i.reversed_at is null and i.excess_reference is null
         and not exists (select from bills n where n.corrects = i.bill_id)) <>
      (select -coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind = 'refunds-payable')`,
  // What somebody gives back on the provider's pages counts once the provider has.
  "an order whose money all went back is refunded, and one of which some is left is not": `
    select o.id from orders o join payments p on p.order_id = o.id and p.fulfils
    cross join lateral (select p.amount_paise + o.credit_paise + o.exchange_paise as paise) paid
    cross join lateral (select coalesce(sum(r.amount_paise), 0) as paise, coalesce(sum(r.amount_paise)
        filter (where r.reason <> 'outside' or r.state = 'processed'), 0) as sure
      from refunds r where r.payment_id = p.id) back
    where o.paid_at is not null and paid.paise > 0
      and case o.state when 'paid' then back.sure >= paid.paise else back.paise < paid.paise end`,
  "every piece of the shop is on the shelf, set aside, sold or written off, and none is sold twice": `
    select s.id from shop_sizes s where s.free <> s.stocked
      - coalesce((select sum(l.quantity) from shop_lines l join shop_orders g using (order_id)
          where l.size_id = s.id and g.stage <> 'released'), 0)
      + coalesce((select sum(r.quantity) from shop_returns r join shop_lines l on l.id = r.line_id
          where l.size_id = s.id and r.state = 'received' and r.restocked), 0)`,
  "goods are set aside while their order is live, and sold once it is paid": `
    select o.id from orders o left join shop_orders g on g.order_id = o.id where o.course_id is null and (
      g.order_id is null or (g.stage = 'held') <> (o.state in ('created', 'awaiting'))
      or (o.state in ('expired', 'cancelled', 'failed') and g.stage <> 'released')
      or (o.state = 'paid' and g.stage in ('held', 'released')))`,
  "no more pieces of a line come back than were sold": `
    select l.id from shop_lines l join shop_returns r on r.line_id = l.id where r.state <> 'declined'
    group by l.id having sum(r.quantity) > l.quantity`,
  "what can be played has ended": `
    select id from class_recordings where status = 'completed' and recording_ended_at is null`,
}

/** Returns the violated invariants, each with the number of rows. */
export async function brokenInvariants(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = []
  for (const [what, query] of Object.entries(INVARIANTS)) {
    const { rowCount } = await pool.query(query)
    if (rowCount) broken.push(`${what}: ${rowCount} don't`)
  }
  return broken
}
