import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { dialog, Menu, net, powerMonitor, shell } from './desktop.ts';
import { ipcMain } from './ipc.ts';
import { Notification } from './notification.ts';
import { protocol, session } from './session.ts';
import { strict } from './strict.ts';
import { utilityProcess } from './utility-process.ts';

/** What `require('electron')` returns in the main bundle. */
export const electron = strict('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain: strict('ipcMain', ipcMain),
  Menu,
  net,
  Notification,
  powerMonitor,
  protocol,
  session,
  shell,
  utilityProcess,
} satisfies { readonly [K in keyof typeof Electron]?: object });
