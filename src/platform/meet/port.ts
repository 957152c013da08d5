/** A meeting to be had somewhere else: times are wall-clock, YYYY-MM-DDTHH:MM:SS, in the zone. */
export type Meeting = {
  /** Our own key, letters a to v and digits: saving again under it changes the same meeting. */
  key: string
  title: string
  description: string
  startDateTime: string
  endDateTime: string
  zone: string
}

/** Where meetings are made, beside the rooms of the product itself. */
export type MeetPort = {
  /** Makes or updates the meeting, and returns its link. Throws MeetUnavailable. */
  save(meeting: Meeting): Promise<{ link: string }>
  /** Calls the meeting off; one that is not there is called off already. Throws MeetUnavailable. */
  cancel(key: string): Promise<void>
}

/** The provider failed or refused; a later retry may work. */
export class MeetUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "MeetUnavailable"
  }
}
