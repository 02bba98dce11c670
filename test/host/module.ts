import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc.ts';
import type { UsedModules } from './members.ts';
import { Notification } from './notification.ts';
import {
  clipboard,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  shell,
} from './own-desktop.ts';
import { protocol, session } from './session.ts';
import { createStrictObject } from './strict.ts';
import { utilityProcess } from './utility-process.ts';

/** What `require('electron')` returns in the main bundle. */
export const electron = createStrictObject('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  session,
  shell,
  utilityProcess,
} satisfies UsedModules);
