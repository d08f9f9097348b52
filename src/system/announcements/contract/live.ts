/** Live messages to readers: what they should see has changed. Without content, for it is asked for with the reader's rights. */
export const ANNOUNCED = 'announced';
/** To those who see the list: somebody has read one. */
export const ANNOUNCEMENT_WAS_READ = 'announcement-read';
