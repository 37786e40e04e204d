import "reflect-metadata"
import { All, Controller, Inject, Module, Req, Res } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { sqlite } from "cauri/sqlite"
import { consoleOf, openShop, tryShop } from "./shop.mjs"

const payments = await openShop(sqlite("payments.db"))

// #region nest
@Controller("callbacks")
class CallbacksController {
  constructor(@Inject("payments") readonly its) {}
  @All("*address")
  take(@Req() request, @Res() response) {
    return this.its.nodeCallbackHandler(request, response)
  }
}
// #endregion

@Controller("admin/payments")
class ConsoleController {
  constructor(@Inject("console") readonly its) {}
  @All(["", "*address"])
  take(@Req() request, @Res() response) {
    return this.its.nodeHandler(request, response)
  }
}

@Module({
  controllers: [CallbacksController, ConsoleController],
  providers: [
    { provide: "payments", useValue: payments },
    { provide: "console", useValue: consoleOf(payments) },
  ],
})
class ShopModule {}

// #region nestStart
// The handlers take the bodies themselves.
const app = await NestFactory.create(ShopModule, { bodyParser: false, logger: false })
// #endregion
await app.listen(Number(process.env.PORT), "127.0.0.1")
await tryShop(payments, true)
