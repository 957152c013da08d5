/** The id of the form that enrols, to which the batches and the phone's bar belong wherever they are. */
export const ENROL_FORM = "enrol-in-program"
