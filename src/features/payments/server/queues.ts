/** Jobs that other files of this feature enqueue. */
export const REFUND_QUEUE = "payments.refund"
export const LOOK_QUEUE = "payments.look"
