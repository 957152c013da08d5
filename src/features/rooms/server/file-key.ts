/** Where the bytes of a shared file lie in the file store. */
export const keyOfFile = (fileId: string) => `room/${fileId}`
