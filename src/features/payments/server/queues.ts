/** Jobs that other files of this feature enqueue. */
export const REFUND_QUEUE = "payments.refund"
export const LOOK_QUEUE = "payments.look"
export const BILL_QUEUE = "payments.bill"
export const SEND_BILL_QUEUE = "payments.bill-mail"
export const SETTLEMENTS_QUEUE = "payments.settlements"
