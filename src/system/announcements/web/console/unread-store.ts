import { create } from 'zustand';

/** How many announcements the reader has not read: counted by the host of the frame, shown by the bell. */
export const useUnreadAnnouncements = create<{ readonly count: number }>(() => ({ count: 0 }));
