/** Jobs that other files of this feature enqueue. */
export const MAIL_QUEUE = "premises.mail"
export const BATCH_QUEUE = "premises.batch"
