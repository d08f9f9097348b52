// What every page of the console has of it: the count beside the bell, and a place for what is urgent.
export { AnnouncementHost } from './announcement-host.tsx';
export { useUnreadAnnouncements } from './unread-store.ts';
